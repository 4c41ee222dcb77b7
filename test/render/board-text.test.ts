import * as fc from 'fast-check'
import stringWidth from 'string-width'
import { describe, expect, it } from 'vitest'
import type { Board } from '../../src/core/board.ts'
import { selectLanes } from '../../src/engine/board.ts'
import { boardMarkdown } from '../../src/render/board-markdown.ts'
import { boardText, cutToCells } from '../../src/render/board-text.ts'
import { board, empty, hostileBoard, noFindings, target, targets } from './boards.ts'
import { drift } from '../page/sample.ts'
import { commandOf } from './runner.ts'

const plainText = (shown: Board, width?: number, inFull = false) => boardText(shown, { color: false, width, inFull })

describe('the board as text', () => {
  it.each([
    ['whole', plainText(board)],
    ['on a terminal', plainText(board, 90)],
    ['lanes in full', plainText(selectLanes(board, ['done', 'unknown']), 100, true)],
    ['of nothing', plainText(empty)],
  ])('%s', (_, text) => expect(text).toMatchSnapshot())

  it('keeps every command whole, whatever the width, and cuts nothing where there is none', () => {
    const commands = targets.flatMap(({ next, lane }) =>
      next === undefined || lane === 'done' || lane === 'unknown' ? [] : [next],
    )
    for (const width of [20, 40, 60, 80, 100, 120, 200])
      for (const command of commands) expect(plainText(board, width)).toContain(command)
    expect(plainText(board)).not.toMatch(/\S…(?! *$)/m)
    for (const line of plainText(board, 90).split('\n')) expect(stringWidth(line)).toBeLessThanOrEqual(90)
  })

  it('shows of checksums that differ what is enough to find them', () => {
    const [recorded, actual] = ['0', '1'].map((digit) => `sha256:${digit.repeat(64)}`) as [string, string]
    const placeValues = [
      { place: 'checksum', value: recorded },
      { place: 'file', value: actual },
    ]
    const mismatch = { ...drift, code: 'CONTRACT_MISMATCH', said: placeValues }
    const shown = {
      ...empty,
      targets: [target('plugin:A', { findings: { errors: 1, warnings: 0, notices: 0, worst: [mismatch] } })],
    }
    const short = 'checksum sha256:000000000000… ≠ file sha256:111111111111…'
    expect(plainText(shown)).toContain(short)
    expect(boardMarkdown(shown)).toContain(`\`${short}\``)
  })

  it('shows which of several places disagree', () => {
    const said = ['yaml', 'table', 'notes'].map((place) => ({
      place,
      value: place === 'notes' ? 'on loan' : 'proposed',
    }))
    const findings = { errors: 1, warnings: 0, notices: 0, worst: [{ ...drift, said }] }
    const shown = { ...empty, targets: [target('plugin:A', { findings })] }
    const short = 'yaml proposed = table proposed ≠ notes on loan'
    expect(plainText(shown)).toContain(short)
    expect(boardMarkdown(shown)).toContain(`\`${short}\``)
  })

  it('has its columns one below the other, in cells', () => {
    const lines = plainText(board).split('\n')
    const column = (command: string) => {
      const line = lines.find((candidate) => candidate.endsWith(command)) ?? ''
      return stringWidth(line.slice(0, line.length - command.length))
    }
    expect(new Set(['/sync Drum808', '/accept 混響', '/accept explore'].map(column)).size).toBe(1)
  })

  it('has the same words with colour', () => {
    const coloured = boardText(board, { color: true, width: 90 })
    // eslint-disable-next-line no-control-regex
    expect(coloured.replaceAll(/\u001b\[\d+m/g, '')).toBe(plainText(board, 90))
    expect(coloured).toContain('\u001b[')
  })

  it('names the container where two have one name', () => {
    const twice = {
      ...board,
      targets: ['1', '2'].map((within) => target(`task:task-2@${within}`, { within, name: 'task-2' })),
    }
    expect(plainText(twice)).toMatch(/task {2}task-2 in 1 .*\n {2}task {2}task-2 in 2 /)
  })

  it('marks what has ended and is wrong all the same, and says no word twice', () => {
    const wrong = { errors: 0, warnings: 1, notices: 0, worst: [] }
    const targets = [
      target('work:a', { name: 'a', lane: 'done', findings: wrong }),
      target('work:b', { name: 'b', lane: 'done' }),
      target('work:c', { name: 'c', lane: 'person', state: 'review', asks: { kind: 'review', text: 'review' } }),
    ]
    expect(plainText({ ...board, targets })).toMatch(/✓ Done {2}2 {4}a 1 ▲ {2}b$/m)
    for (const text of [plainText({ ...board, targets }), boardMarkdown({ ...board, targets })])
      expect(text).not.toContain('review: review')
  })

  it('leaves out a lane without targets, but says where no decision is due', () => {
    expect(plainText(empty)).toContain('No decision is due.')
    expect(plainText(selectLanes(board, ['agent']))).not.toMatch(/Waits for a person|Done|Unknown/)
  })
})

describe('a text that is cut to cells', () => {
  it('never has more, and is a beginning of whole characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), fc.integer({ min: 0, max: 40 }), (text, cells) => {
        const cut = cutToCells(text, cells)
        expect(stringWidth(cut)).toBeLessThanOrEqual(Math.max(cells, 0))
        expect(cut === text || text.startsWith(cut.replace(/…$/, ''))).toBe(true)
      }),
    )
    expect(cutToCells('混響混響', 5)).toBe('混響…')
    expect(cutToCells('👩‍👩‍👧 family', 4)).toBe('👩‍👩‍👧…')
  })
})

describe('a notice', () => {
  it('is counted like errors and warnings', () => {
    const noticed = { ...board, targets: [target('plugin:Words', { findings: { ...noFindings, notices: 1 } })] }
    expect(plainText(noticed)).toMatch(/Words .* 1 ·/)
  })
})

describe('whatever is in a name or a value', () => {
  it('stays a line of text on a terminal, and no workflow command', () => {
    fc.assert(
      fc.property(hostileBoard, fc.constantFrom(undefined, 60), (shown, width) => {
        const text = plainText(shown, width, true)
        // eslint-disable-next-line no-control-regex
        expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/)
        expect(text).not.toMatch(/\p{Cs}/u)
        for (const line of text.split('\n')) expect(commandOf(line)).toBeUndefined()
        const rows = shown.targets.length
        expect(text.split('\n').filter((line) => /^ {2}plugin/.test(line))).toHaveLength(rows)
      }),
    )
  })
})
