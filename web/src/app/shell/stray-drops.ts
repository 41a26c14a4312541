import { carriesFiles } from '../../ui/base/carried-files.ts'

const takesFiles = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input[type="file"]') !== null

/** A browser opens a file that is dropped on a page in place of it, and what was on the page is gone. */
const stay = (event: DragEvent): void => {
  if (carriesFiles(event.dataTransfer) && !takesFiles(event.target)) event.preventDefault()
}

for (const name of ['dragenter', 'dragover', 'drop'] as const) window.addEventListener(name, stay)
