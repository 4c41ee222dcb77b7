/** Where a repository is, by any form of its address: `github.com` and `octocat/hello-world`. */
export function placeOf(address: string): { readonly host: string; readonly path: string } | undefined {
  const [, server, path] = /^(?:[^@/]+@)?([^:/]+):(?!\/)(.+)$/.exec(address) ?? []
  const url = server === undefined ? address : `ssh://${server}/${path}`
  if (!URL.canParse(url)) return undefined
  const { host, pathname } = new URL(url)
  return { host: host.toLowerCase(), path: pathname.replace(/^\//, '').replace(/(?:\.git)?\/?$/i, '') }
}
