// Runs calls of the command line, which standard input has as JSON, one after the other. Prints what each printed.
import { text } from 'node:stream/consumers'
import { runHere } from '../here.ts'

const calls = JSON.parse(await text(process.stdin)) as readonly {
  readonly args: readonly string[]
  readonly cwd: string
}[]
const ran = []
for (const { args, cwd } of calls) ran.push(await runHere(args, { cwd }))
process.stdout.write(JSON.stringify(ran))
