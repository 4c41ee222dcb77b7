import type * as z from 'zod'
import { baseName, type LoadLevel, type Selector } from '../core/view.ts'
import { schemaLimits, type SchemaSource, type SchemaSources } from './published-schema.ts'
import type { Format } from './formats.ts'
import type { ShapedFileDefinition } from './shape-findings.ts'

/** Keys that files of a kind have and others of the same name lack: so many of them are enough. */
export interface Signs {
  readonly keys: readonly string[]
  readonly least: number
}

/** A kind of file: a row of the table that a protocol has in its `files.ts`, with all that is known of such files. */
export interface FileKind extends Partial<Omit<ShapedFileDefinition<unknown, string>, 'shape'>> {
  /** Below the folder that the table is about; a glob where there may be many. */
  readonly path: string
  readonly format: Format
  readonly shape?: () => z.ZodType
  readonly signs?: Signs
  /** What it holds, for its published JSON Schema: without this it has none. */
  readonly about?: string
  /** How the schema differs: its name and title are otherwise those of the file. */
  readonly schema?: {
    readonly name?: string
    readonly title?: string
    /** The shape, where the one that judges the file leaves something to its rules. */
    readonly shape?: () => z.ZodType
    /** Whether it says everything that is checked. */
    readonly complete?: true
  }
}

/** A row of the table whose files can be told from others of the same name. */
export type SignedFileKind = FileKind & { readonly signs: Signs }

/** Rows of a table as they are in a table about a folder above. */
export const kindsBelow = <Kind extends FileKind>(folder: string, kinds: Iterable<Kind>): readonly Kind[] =>
  Array.from(kinds, (kind) => ({ ...kind, path: `${folder}/${kind.path}` }))

/** The path of a file of a kind. `name`: what stands for the `*` of the kind's path. */
export const pathIn = (folder: string, { path }: Pick<FileKind, 'path'>, name = '*'): string =>
  `${folder}/${path.replace('*', name)}`

/** Selectors of what is below a folder, by glob; the root is an empty folder. */
export const selectBelow = (
  folder: string,
  levels: Readonly<Record<string, LoadLevel | 'folder'>>,
  details: Partial<Selector> = {},
): readonly Selector[] =>
  Object.entries(levels).map(([path, level]) => ({
    glob: folder === '' ? path : `${folder}/${path}`,
    level,
    ...details,
  }))

export const schemasOf = (protocol: string, kinds: Iterable<FileKind>): SchemaSources =>
  Object.fromEntries(
    Array.from(kinds).flatMap(({ path, shape, about, schema = {} }): readonly (readonly [string, SchemaSource])[] => {
      const publishedShape = schema.shape ?? shape
      if (about === undefined || !publishedShape) return []
      const { title = baseName(path), name = title.replace(/\.\w+$/, ''), complete } = schema
      return [
        [
          name,
          {
            title: `${protocol}: ${title}`,
            description: complete ? about : `${about} ${schemaLimits}`,
            shape: publishedShape(),
          },
        ],
      ]
    }),
  )
