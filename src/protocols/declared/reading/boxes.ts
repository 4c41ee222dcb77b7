import { memo, memoBy } from '../../../core/once.ts'
import type { BoxCount } from '../language/workflow.ts'
import { boxesOf, type DeclaredFile } from './files.ts'

const counted = memo((file: DeclaredFile) =>
  memoBy((section: string | undefined): BoxCount => {
    const boxes = boxesOf(file, section)
    if (!boxes) return 'missing'
    if (boxes.length === 0) return 'empty'
    const ticked = boxes.filter((box) => box.ticked).length
    return ticked === boxes.length ? 'all' : ticked === 0 ? 'none' : 'some'
  }),
)

/** How the boxes of a file or one of its sections stand; without the file or the section they are missing. */
export const countBoxes = (file: DeclaredFile | undefined, section: string | undefined): BoxCount =>
  file ? counted(file)(section) : 'missing'
