import { afterEach, expect, it, vi } from 'vitest'
import { usualRetry } from '../../../src/gateways/github/requests/send.ts'
import { installedHere, type InstalledHere } from './installed.ts'

let installed: InstalledHere | undefined
afterEach(async () => {
  vi.restoreAllMocks()
  await installed?.end()
})

it('the log names the operation, and the repository, each time that a request is sent again', async () => {
  vi.spyOn(usualRetry, 'sleep').mockResolvedValue(undefined)
  installed = await installedHere()
  const { github, here, octocat, repository } = installed
  const number = await installed.pull('work')
  github.faults.plan({ kind: 'something-went-wrong' }, { operation: 'POST /graphql', times: 2 })
  await repository.comment(number, octocat, '/status')
  await here.until(({ task }) => task === 'handle')
  const linesAgain = here.lines.filter(({ msg }) => String(msg).includes('It is sent again'))
  expect(linesAgain).toHaveLength(2)
  for (const line of linesAgain)
    expect(line).toMatchObject({
      level: linesAgain[0]?.['level'],
      repository: 'octocat/plugins',
      status: 500,
      operation: expect.stringMatching(/^\w+(?:, \w+)*$/) as string,
      msg: expect.stringMatching(/^GitHub does not answer .+: `…`\. It is sent again in [123] s\.$/) as string,
    })
})
