import { nearMissMessage } from '../../src/engine/commands/grammar.ts'
import { inPlan } from '../../src/protocols/handover/examples.ts'
import { sample } from '../../src/protocols/plugin/examples.ts'
import { reply } from '../../src/render/reply-comment.ts'
import { readComment } from '../engine/commands/read-comment.ts'
import { planned } from '../engine/commands/scene.ts'
import { diagnose } from '../protocols/handover/scene.ts'

// What answers a comment and checks a repository that has a text in it: their steps are counted.

/** Reads a comment, plans what it calls for on the sample, and writes the answer. */
export async function answerComment(text: string): Promise<string> {
  const { commands, nearMisses } = readComment(text, { prefix: 'optional', notOurs: [] })
  const { outcome, results } = await planned(commands, sample)
  return reply({ comment: 1, results, refused: outcome === 'refused', notes: nearMisses.map(nearMissMessage) })
}

export const checkPlan = (text: string) => diagnose(inPlan(['# Plan', `# Plan\n\n${text}`]))
