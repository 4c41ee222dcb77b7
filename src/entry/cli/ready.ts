import { Command, type Option } from 'commander'
import { plainWord } from '../calls/spelling.ts'

/** A value of each option that takes one, by its name, where it has no choices. */
const values: Readonly<Record<string, string>> = {
  actor: 'octocat',
  agent: 'dsp-agent',
  anyway: 'seen',
  as: 'plan',
  at: '2026-01-20T10:00:00Z',
  base: 'origin/main',
  'base-dir': '../before',
  batch: 'annotations.json',
  code: 'REGISTRY_STATUS_DRIFT',
  command: 'baton',
  config: '.github/baton.yml',
  'done-by': 'HEAD',
  github: 'octocat/plugins',
  html: 'baton.html',
  lease: '4h',
  limit: '3',
  name: 'TinyGain',
  output: 'baton.txt',
  pin: 'v1',
  port: '8080',
  protocol: 'plugin',
  repo: 'octocat/plugins',
  report: 'report.json',
  rev: 'HEAD',
  root: '.',
  run: 'run-2026-01-20-001',
  'run-dir': 'run-2026-01-20-001',
  server: 'https://github.com',
  since: 'v1.0.0',
  'stale-after': '3d',
  target: 'TinyGain',
  task: "'Let people log in'",
  transcript: 'conversation.json',
  wait: '30s',
}

const valueOf = (option: Option): string | undefined => option.argChoices?.[0] ?? values[option.long?.slice(2) ?? '']

/** What a wrong call lacks or has too much of: there a command that is right says more than what is wrong. */
const isIncomplete = (code: string) => /^commander\.(?:optionMissingArgument|missing\w+|excessArguments)$/.test(code)

/** A command that names, where a call of it is incomplete, one that is complete. */
export class ReadyCommand extends Command {
  /** Calls of it that are complete. */
  examples: readonly string[] = []

  override createCommand(name?: string): ReadyCommand {
    return new ReadyCommand(name)
  }

  override error(message: string, options?: { exitCode?: number; code?: string }): never {
    const readyCall = isIncomplete(options?.code ?? '') ? this.ready(options?.code) : undefined
    const isUnlike = options?.code === 'commander.unknownCommand' && !message.includes('Did you mean')
    const advice = readyCall === undefined ? undefined : `such as: ${readyCall}`
    const addition = isUnlike ? '`baton help` lists all commands' : advice
    return super.error(addition === undefined ? message : `${message.replace(/\.?$/, '')}; ${addition}`, options)
  }

  private ready(code: string | undefined): string | undefined {
    const ownExamples = this.examples.filter((example) => example.startsWith(`baton ${this.name()}`))
    if (code !== 'commander.optionMissingArgument')
      return ownExamples.find((example) => example.split(' ').length > 2) ?? ownExamples[0]
    // An option without its value is the last word of a call.
    const callWords = this.parent?.args ?? []
    const option = this.options.find(({ long }) => long === callWords.at(-1))
    const value = option && valueOf(option)
    if (option === undefined || value === undefined) return undefined
    if (callWords.length > 2)
      return callWords.every((word) => plainWord.test(word)) ? ['baton', ...callWords, value].join(' ') : undefined
    const knownExample = ownExamples.find((example) => example.includes(` ${option.long} `))
    const plainCall = ownExamples[0]?.split(/ [<>] /, 1)[0] ?? `baton ${this.name()}`
    return knownExample ?? `${plainCall} ${option.long} ${value}`
  }
}
