import { useRef, useState } from 'react'
import { type Picture, readPicture } from './read-picture.ts'

export interface PictureChoiceUse {
  readonly onTaken: (picture: Picture) => void
  /** A photo of a telephone takes a moment to be made small: the form saves once that is done. */
  readonly onReading: (isReading: boolean) => void
}

export interface PictureChoice {
  readonly choose: (file: File | undefined) => Promise<void>
  /** What was chosen last is no picture that the server takes. */
  readonly isWrong: boolean
  /** What was chosen is wanted no more, nor is what is still being read. */
  readonly forget: () => void
}

/** Takes what is chosen or dropped as a picture, made small; of several at once the last counts. */
export const usePictureChoice = ({ onTaken, onReading }: PictureChoiceUse): PictureChoice => {
  const turns = useRef(0)
  const [isWrong, setWrong] = useState(false)
  const choose = async (file: File | undefined): Promise<void> => {
    // Nothing chosen changes nothing (specification §5).
    if (!file) return
    turns.current += 1
    const turn = turns.current
    onReading(true)
    const picture = await readPicture(file)
    if (turn !== turns.current) return
    onReading(false)
    setWrong(picture === null)
    if (picture) onTaken(picture)
  }
  const forget = (): void => {
    turns.current += 1
    onReading(false)
    setWrong(false)
  }
  return { choose, isWrong, forget }
}
