import { expect, it } from 'vitest'
import { adviceForCli, commandLineOf } from '../../../src/entry/calls/spelling.ts'

it.each([
  ['/sync LushVerb', 'baton sync LushVerb'],
  ['/baton sync LushVerb', 'baton sync LushVerb'],
  ['/fix', 'baton fix'],
  ['/sync LushVerb --from handoff', 'baton sync LushVerb --from handoff'],
  ['/answer explore "Which colour?"', 'baton answer explore "Which colour?"'],
  ["/answer explore 'it is'", "baton answer explore 'it is'"],
  ['/handback x error "costs $(reboot)"', "baton handback x error 'costs $(reboot)'"],
  ['/handback x error "it\'s `reboot`"', "baton handback x error 'it'\\''s `reboot`'"],
  ['/sync x;reboot', "baton sync 'x;reboot'"],
  ['/sync x|reboot', "baton sync 'x|reboot'"],
  ['/sync *', "baton sync '*'"],
  ['/sync ~', "baton sync '~'"],
  ['/handback NAME success|error|question …', "baton handback NAME 'success|error|question' …"],
  ['/accept SLUG [--step N] [--new-run]', 'baton accept SLUG [--step N] [--new-run]'],
  [
    '/handback SLUG [success|error|question] [TEXT]… [--anyway WHY]',
    'baton handback SLUG [success|error|question] [TEXT]… [--anyway WHY]',
  ],
  ['/sync [A] $(reboot)', "baton sync '[A]' '$(reboot)'"],
  ['/sync [A|reboot]', "baton sync '[A|reboot]'"],
  ['/sync [A] "| reboot"', 'baton sync \'[A]\' "| reboot"'],
  ['/trekexecute x', '/trekexecute x'],
  ['/syncing x', '/syncing x'],
  ['a/sync x', 'a/sync x'],
])('%s is called as %s', (comment, call) => {
  expect(commandLineOf(comment)).toBe(call)
})

it('is notation after `Usage:`', () => {
  expect(adviceForCli('Usage: `/restore NAME contracts|state [--from SHA]`')).toBe(
    'Usage: `baton restore NAME contracts|state [--from SHA]`',
  )
})

it('is so within sentences, between backticks alone', () => {
  expect(adviceForCli('`/sync X` or /sync X, `/etc/passwd`, `/fix CODE`.')).toBe(
    '`baton sync X` or /sync X, `/etc/passwd`, `baton fix CODE`.',
  )
})
