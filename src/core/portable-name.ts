/** Device names of Windows, which no file there may have, with any extension. */
const device = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])$/i

/** Whether a part of a path can be checked out on every system. */
export const isPortable = (name: string): boolean =>
  !device.test(name.split('.', 1)[0]?.trimEnd() ?? '') && !/[<>:"\\|?*]|[. ]$/.test(name) && !/\p{Cc}/u.test(name)

/** A name as file systems compare it that take upper and lower case, or different forms of one letter, for the same. */
export const foldedPath = (path: string): string => path.normalize('NFC').toLowerCase()
