import type { ChangeSet, CommandDiagnostic } from '../../../core/command.ts'
import type { HostName } from '../../../core/installation.ts'
import { msg } from '../../../core/message.ts'
import type { View } from '../../../core/view.ts'
import { readText, textDocument, type TextDocument, type UnreadableReason } from '../../../documents/text.ts'
import { diagnosticAbout } from '../../../kit/diagnostic.ts'
import type { BlockFault } from './block.ts'
import { isLeftOver, type SettingsEdit, type SettingsFault } from './settings.ts'

export const limit = 1024 * 1024

/** A refusal or warning about a file. */
export const diagnostic = (
  code: string,
  path: string,
  message: string,
  { hint, line }: { readonly hint?: string; readonly line?: number | undefined } = {},
): CommandDiagnostic =>
  diagnosticAbout({ path }, code, message, {
    severity: code === 'SETUP_MODIFIED' ? 'warning' : 'error',
    hint,
    place: { path, ...(line !== undefined && { line }) },
  })

/** A link on the way to a file, or in its place. */
export const linkOn = (view: View, path: string): string | undefined => {
  const parts = path.split('/')
  return parts
    .map((_, index) => parts.slice(0, index + 1).join('/'))
    .find((candidate) => view.entry(candidate)?.kind === 'symlink')
}

const unreadableMessages: Readonly<Record<Exclude<UnreadableReason, 'absent' | 'link'>, string>> = {
  large: 'it is larger than 1 MiB',
  encoding: 'it is not UTF-8 text',
}

/** The files as they become: each is read when an edit needs it, and all edits of one follow one another. */
export class Drafts {
  readonly changes = new Map<string, string | null>()
  readonly diagnostics: CommandDiagnostic[] = []
  private readonly view: View

  constructor(view: View) {
    this.view = view
  }

  isThere(path: string): boolean {
    const draft = this.changes.get(path)
    return draft === undefined ? this.view.entry(path) !== undefined : draft !== null
  }

  /** The text of a file; `undefined`: there is none. Why it cannot be edited is kept. */
  read(path: string): TextDocument | 'refused' | undefined {
    const draft = this.changes.get(path)
    if (draft !== undefined) return draft === null ? undefined : textDocument(path, draft)
    const link = linkOn(this.view, path)
    const document = readText(this.view, path, limit)
    if (link !== undefined || document === 'link') {
      const message =
        link === undefined || link === path
          ? msg`Unexpected symbolic link ${path}`
          : msg`Unexpected symbolic link ${link} on the way to ${path}`
      return this.refuse(
        diagnostic('SETUP_LINK', path, message, {
          hint: 'Nothing is written through a symbolic link: put a file or folder in its place.',
        }),
      )
    }
    if (typeof document === 'object') return document
    return document === 'absent'
      ? undefined
      : this.refuse(
          diagnostic('SETUP_UNREADABLE', path, `${msg`${path} cannot be edited`}: ${unreadableMessages[document]}`),
        )
  }

  refuse(refusal: CommandDiagnostic): 'refused' {
    const isKnown = this.diagnostics.some(
      ({ code, place }) => code === refusal.code && place.path === refusal.place.path,
    )
    if (!isKnown) this.diagnostics.push(refusal)
    return 'refused'
  }

  write(path: string, text: string): void {
    this.changes.set(path, text)
  }

  edit(path: string, work: (document: TextDocument | undefined) => string | BlockFault): void {
    const document = this.read(path)
    if (document === 'refused') return
    const result = work(document)
    if (typeof result === 'string') this.write(path, result)
    else {
      const hint = 'Fix the block by hand, or remove it and its markers.'
      this.refuse(
        diagnostic('SETUP_BLOCK', path, `${msg`${path} cannot be edited`}: ${result.fault}`, {
          hint,
          line: result.line,
        }),
      )
    }
  }

  settings(
    path: string,
    work: (document: TextDocument | undefined) => SettingsEdit | SettingsFault,
    hint = 'It is left alone. Remove it, and run this again.',
  ): void {
    const document = this.read(path)
    if (document === 'refused') return
    const result = work(document)
    if ('fault' in result) {
      this.refuse(
        diagnostic('SETUP_UNREADABLE', path, `${msg`${path} cannot be edited`}: ${result.fault}`, {
          line: result.line,
        }),
      )
      return
    }
    this.write(path, result.text)
    if (result.modified === undefined) return
    this.diagnostics.push(
      diagnostic(
        'SETUP_MODIFIED',
        path,
        msg`Unexpected ${result.modified}, which differs from what this program writes`,
        { hint },
      ),
    )
  }

  /** Deletes a file that was changed, and holds nothing any more. */
  settle(path: string, name?: HostName): void {
    const text = this.changes.get(path)
    const documentBefore = readText(this.view, path, limit)
    if (
      typeof text === 'string' &&
      typeof documentBefore === 'object' &&
      documentBefore.text !== text &&
      isLeftOver(text, name)
    )
      this.changes.set(path, null)
  }

  /** The drafts that differ from the files. */
  plan(): { readonly changes: ChangeSet; readonly diagnostics: readonly CommandDiagnostic[] } {
    if (this.diagnostics.some(({ severity }) => severity === 'error'))
      return { changes: new Map(), diagnostics: this.diagnostics }
    const changes = [...this.changes].filter(([path, text]) => {
      const documentBefore = readText(this.view, path, limit)
      return typeof documentBefore === 'object' ? documentBefore.text !== text : text !== null
    })
    return { changes: new Map(changes), diagnostics: this.diagnostics }
  }
}
