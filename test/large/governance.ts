import {
  anchor,
  checkpoint,
  checkpointPath,
  compaction,
  entry,
  inMetrics,
  inSession,
  inStall,
  inState,
  print,
  sample,
  session,
  sessionPath,
  statePath,
  time,
  histories,
} from '../../src/protocols/governance/examples.ts'
import {
  changeCommands,
  lines,
  listed,
  readCommands,
  refusedCommands,
  swapped,
  timeAt,
  type Large,
} from './repository.ts'

const numbered = (size: number) => Object.fromEntries(listed(size, (index) => [`key${index}`, index]))
const compactions = (size: number) =>
  listed(size, () => ({
    timestamp: time('08:30'),
    contextSizeBefore: 2,
    contextSizeAfter: 1,
    anchorsSurvived: ['anchor-1'],
  }))

export const inGovernance: readonly Large[] = [
  {
    about: 'a history',
    most: 700,
    files: (size) => inState({ history: listed(10 * size + 50, (index) => entry(`turn:${index}`, timeAt(index))) }),
    commands: [
      ...changeCommands(
        '/fix GOV_HISTORY_LIMIT',
        '/fix',
        '/anchor ses_1 decision high Text',
        '/handback ses_1 success',
      ),
      ...readCommands('/turn ses_1'),
    ],
  },
  {
    about: 'anchors',
    most: 5_500,
    files: (size) => inState({ anchors: listed(size, (index) => anchor(index + 1, 'normal')) }),
    commands: changeCommands('/anchor ses_1 decision high Text', '/compact ses_1'),
  },
  {
    about: 'a session of states',
    most: 11_000,
    files: (size) =>
      inSession(
        listed(
          size,
          (index) =>
            [index === 0 ? 'beginning' : index % 2 === 0 ? 'compacted' : 'between_turn', timeAt(index)] as const,
        ),
      ),
    commands: changeCommands('/handback ses_1 success'),
  },
  {
    about: 'a session that was interrupted again and again',
    most: 11_000,
    files: (size) =>
      inSession(
        listed(
          3 * Math.ceil(size / 3),
          (index) => [['beginning', 'between_turn', 'interrupted'][index % 3] ?? '', timeAt(index * 7200)] as const,
        ),
        { idleAt: timeAt((3 * Math.ceil(size / 3) - 1) * 7200), violationCount: 0 },
      ),
    commands: changeCommands('/accept ses_1'),
  },
  {
    about: 'compactions',
    most: 5_000,
    files: (size) => inSession(histories.compacted, { ...compaction(), compactionHistory: compactions(size) }),
    commands: changeCommands('/turn ses_1'),
  },
  {
    about: 'compactions beside many critical anchors',
    most: 5_000,
    files: (size) => ({
      ...inSession(histories.compacted, { ...compaction(), compactionHistory: compactions(size) }),
      [statePath]:
        inState({
          anchors: listed(size, (index) => anchor(index + 1, 'critical', { created: '2027-01-01T00:00:00Z' })),
        })[statePath] ?? '',
    }),
  },
  {
    about: 'a compaction of anchors',
    most: 40_000,
    files: (size) =>
      inSession(
        histories.compacted,
        compaction(
          '08:30',
          listed(size, (index) => `anchor-${index + 1}`),
        ),
      ),
    commands: changeCommands('/turn ses_1'),
  },
  {
    about: 'counters of agents',
    most: 40_000,
    files: (size) =>
      inMetrics({
        agentSpawns: { total: size, byAgent: Object.fromEntries(listed(size, (index) => [`agent-${index}`, 1])) },
      }),
    commands: [
      {
        line: '/turn ses_1',
        words: (size) => listed(Math.min(size, 1000), (index) => ['--spawn', `agent-${2 * index}`]).flat(),
        outcome: 'changed',
      },
    ],
  },
  {
    about: 'errors',
    most: 50_000,
    files: (size) =>
      inMetrics({
        errors: { total: size, byType: { validator_fix: size }, recent: listed(size, (index) => `Error ${index}`) },
      }),
    commands: [...refusedCommands('/stall ses_1 validator --error "It broke"'), ...readCommands('/fix')],
  },
  {
    about: 'cycles',
    most: 35_000,
    files: (size) =>
      inStall(
        listed(size, (index) => [`sha256:${index % 2}`, String(index)] as const),
        [],
        [9, 0],
      ),
    commands: [
      ...refusedCommands('/stall ses_1 planner --score 5 --issues "An issue"'),
      ...readCommands('/fix GOV_STALL_COUNT', '/fix'),
    ],
  },
  {
    about: 'a checkpoint of files',
    most: 40_000,
    files: (size) => ({
      ...sample,
      [checkpointPath]: print(
        checkpoint({
          state: {
            gitHash: null,
            filesModified: listed(size, (index) => `src/a${index}.ts`),
            filesCreated: [],
            filesDeleted: [],
          },
        }),
      ),
    }),
  },
  {
    about: 'a session of unknown keys',
    most: 50_000,
    files: (size) => inSession(histories.working, numbered(size)),
    commands: readCommands('/turn ses_1'),
  },
  {
    about: 'one key again and again',
    most: 60_000,
    files: (size) => swapped(sample, sessionPath(), '{\n', `{\n${lines(size, () => '  "phase": "x",')}\n`),
    commands: readCommands('/turn ses_1'),
  },
  {
    about: 'commas',
    most: 1_000_000,
    files: (size) => ({ ...sample, [statePath]: `{${','.repeat(size)}` }),
    commands: refusedCommands('/handback ses_1 success'),
  },
  { about: 'quotes', most: 500_000, files: (size) => ({ ...sample, [statePath]: `{${'"\n'.repeat(size)}` }) },
  {
    about: 'many sessions without their stall files',
    most: 2_000,
    manyFiles: true,
    files: (size) => ({
      ...sample,
      ...Object.fromEntries(
        listed(size, (index) => [
          sessionPath(`ses_a${index}`),
          print(session(histories.working, { sessionId: `ses_a${index}` })),
        ]),
      ),
    }),
    commands: [...changeCommands('/fix', '/fix GOV_STALL_MISSING'), ...readCommands('/status')],
  },
]
