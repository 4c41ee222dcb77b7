import type { Comparison } from '../../../../core/context.ts'
import type { Rule } from '../../../../core/rule.ts'
import type { Finding } from '../../../../core/diagnostic.ts'
import { msg } from '../../../../core/message.ts'
import { acceptPath, change, recordPath, runPath, sample, stagePath, workflowPath, workflowSample } from '../../examples.ts'
import type { ControlModel } from '../../model.ts'

const linked = (path: string, text = '../elsewhere') => ({ head: change(sample, { [path]: text }), links: [path] })

/** Every link that matters, once, with the target that it is about. */
function* links({ links: others, stages, workflows }: ControlModel): Iterable<readonly [path: string, target: string | undefined]> {
  const seen = new Set<string>()
  const all = [
    ...stages.flatMap((stage) => stage.links().map(({ path }) => [path, stage.target] as const)),
    ...others.map(({ path }) => [path, undefined] as const),
    ...workflows.filter(({ file }) => file.linked).map(({ path, target }) => [path, target] as const),
  ]
  for (const [path, target] of all) {
    if (!seen.has(path)) yield [path, target]
    seen.add(path)
  }
}

export const stageSymlink: Rule<Comparison<ControlModel>> = {
  code: 'STAGE_SYMLINK',
  strict: 'error',
  soft: 'error',
  summary:
    'A symbolic link stands in the place of a run, a stage, or a file or folder that the protocol or a contract knows; it is not followed.',
  why: 'What a link leads to may lie outside the repository or change without a commit: it is no state of this repository.',
  repair: 'Put the file or folder itself in place of the link.',
  examples() {
    return {
      bad: [
        { about: 'a grant', ...linked(acceptPath) },
        { about: 'the folder of the control files', ...linked(stagePath('run')) },
        { about: 'a contract', head: sample, links: [stagePath('stage-config.yaml', 'specify')] },
        { about: 'an input', ...linked(stagePath('inputs/more.md')) },
        { about: 'a stage', ...linked(`${runPath}/stages/review`) },
        { about: 'the record of a run', head: sample, links: [recordPath] },
        { about: 'a run', ...linked('runs/run-2026-01-21-001') },
        { about: 'all stages of a run', ...linked('runs/run-2026-01-21-001/stages') },
        { about: 'a workflow', head: workflowSample, links: [workflowPath] },
        {
          about: 'what a contract names',
          head: change(sample, {
            [stagePath('stage-config.yaml')]: [['path: run/output-files/report.md', 'path: out/report.md']],
            [stagePath('out')]: '/tmp',
          }),
          links: [stagePath('out')],
        },
      ],
      good: [
        { about: 'a link that nobody knows', ...linked(stagePath('notes')) },
        { about: 'a link beside the runs', ...linked('runs/latest') },
      ],
    }
  },
  *check({ now }): Iterable<Finding> {
    for (const [path, target] of links(now)) {
      yield {
        message: msg`Unexpected link ${path}, expected a file or folder`,
        hint: 'Put the file or folder itself in place of the link: links are not followed.',
        place: { path },
        ...(target !== undefined && { target }),
      }
    }
  },
}
