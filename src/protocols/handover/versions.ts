/** The versions that are written now (handover protocol, section 2). */
export const current = { brief: '2.0', plan: '1.7', review: '1.0' } as const

/** The one before, which is read on without manifests. */
export const planBefore = '1.6'

/** `N.M` as two numbers; nothing where it is of another form. */
export function versionOf(text: string): readonly [number, number] | undefined {
  const [, major, minor] = /^(\d{1,9})\.(\d{1,9})$/.exec(text) ?? []
  return major === undefined || minor === undefined ? undefined : [Number(major), Number(minor)]
}

/** Below zero where the first is older; `1.10` is newer than `1.7`. */
export const compareVersions = (a: readonly [number, number], b: readonly [number, number]): number => a[0] - b[0] || a[1] - b[1]

/** Whether a text is the same version as another. */
export function isVersion(text: string | undefined, wanted: string): boolean {
  const [one, other] = [versionOf(text ?? ''), versionOf(wanted)]
  return one !== undefined && other !== undefined && compareVersions(one, other) === 0
}
