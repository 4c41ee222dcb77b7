/** Where a repository is, by any form of its address: `github.com` and `octocat/hello-world`. */
export function placeOf(address: string): { readonly host: string; readonly path: string } | undefined {
  const [, server, path] = /^(?:[^@/]+@)?([^:/]+):(?!\/)(.+)$/.exec(address) ?? []
  const written = server === undefined ? address : `ssh://${server}/${path}`
  if (!URL.canParse(written)) return undefined
  const { host, pathname } = new URL(written)
  return { host: host.toLowerCase(), path: pathname.replace(/^\//, '').replace(/(?:\.git)?\/?$/i, '') }
}
