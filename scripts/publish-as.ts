import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

/**
 * `npm run publish-as -- OWNER/NAME`: says where a copy of Baton is published, and writes all that follows from it.
 * `--root DIR` is another checkout. A whole address stands for a repository at another host than GitHub.
 */
const usage = 'Usage: npm run publish-as -- OWNER/NAME, or the address of the repository: https://HOST/OWNER/NAME'

const { values, positionals, tokens } = parseArgs({
  options: { root: { type: 'string', default: join(import.meta.dirname, '..') } },
  allowPositionals: true,
  strict: false,
  tokens: true,
})
const { root } = values
const [given = ''] = positionals
const address = /^[\w.-]+\/[\w.-]+$/.test(given) ? `https://github.com/${given}` : given
const hasUnknownOption = tokens.some((token) => token.kind === 'option' && token.name !== 'root')
if (
  typeof root !== 'string' ||
  hasUnknownOption ||
  positionals.length !== 1 ||
  !/^https:\/\/[\w.:-]+\/[\w.-]+\/[\w.-]+$/.test(address) ||
  address.endsWith('.git')
) {
  console.error(usage)
  process.exit(2)
}

const path = join(root, 'package.json')
const manifest = JSON.parse(readFileSync(path, 'utf8')) as { readonly homepage: string }
const links = {
  homepage: address,
  bugs: `${address}/issues`,
  repository: { type: 'git', url: `git+${address}.git` },
  baton: { repository: address },
}
writeFileSync(path, `${JSON.stringify({ ...manifest, ...links }, undefined, 2)}\n`)

// What GitHub reads for itself.
for (const file of ['app.yml', '.github/ISSUE_TEMPLATE/config.yml'].map((each) => join(root, each)))
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(manifest.homepage, address))

// Each in a process of its own, which reads the new address.
for (const script of ['docs', 'build'])
  execFileSync(process.execPath, [join(root, 'scripts', `${script}.ts`)], { cwd: root, stdio: 'inherit' })
console.log(`Links lead to ${address}. Commit what has changed, dist/ included.`)
