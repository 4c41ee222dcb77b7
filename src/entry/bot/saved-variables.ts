import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { distance, suggestion } from '../../core/suggestion.ts'
import { variableNames, type Variables } from './environment.ts'
import { ConfigurationError } from './configuration-error.ts'

/** The variables of the file `.env` in a folder; none where there is no such file. */
export function savedVariables(folder: string): Variables {
  let text: string
  try {
    text = readFileSync(resolve(folder, '.env'), 'utf8')
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return {}
    throw new ConfigurationError(
      `The file .env cannot be read (${code}). Let the account that runs the bot read it, or remove it.`,
    )
  }
  // Editors of Windows begin a file with a mark, which would be a part of the first name.
  return parseEnv(text.replace(/^\uFEFF/, ''))
}

/** Where the bot looked for variables, for an operator who misses one. */
export function whereLookedFor(folder: string, saved: Variables): string {
  const path = resolve(folder, '.env')
  const names = variableNames.filter((name) => saved[name])
  if (!existsSync(path)) return `There is no file ${path}: it is read in the folder that the bot is started in.`
  return names.length > 0
    ? `Of the file ${path} the bot has read ${names.join(', ')}.`
    : `The file ${path} has no variable of the bot. A line of it is NAME=value.`
}

/** Variables that are set under names that are almost those of the bot's, each as a warning. */
export function misspeltVariables(variables: Variables): readonly string[] {
  return Object.keys(variables).flatMap((name) => {
    if (variableNames.includes(name) || !/^[A-Z][A-Z\d_]{5,40}$/.test(name)) return []
    const nearest = suggestion(name, variableNames)
    // Kubernetes sets variables such as BATON_PORT for the services of a cluster.
    const isNear = nearest !== undefined && distance(name, nearest) <= 2
    return isNear && variables[nearest] === undefined
      ? [`${name} is set, which the bot does not know. Did you mean ${nearest}?`]
      : []
  })
}

/** @throws ConfigurationError where the bot was started with words that it does not know */
export function checkOptions(words: readonly string[]): void {
  const unknown = words.find((word) => word !== '--setup')
  if (unknown !== undefined)
    throw new ConfigurationError(
      `Unknown option ${unknown.slice(0, 40)}. The bot has one, --setup; everything else is set by variables.`,
    )
}
