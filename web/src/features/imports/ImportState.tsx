import type { ImportState as State } from '@ulna/contract/imports/imports.fields'
import { useTranslation } from 'react-i18next'
import { Pill, type PillTone } from '../../ui/pills/Pill.tsx'

const tones: Readonly<Record<State, PillTone>> = {
  draft: 'neutral',
  examining: 'info',
  examined: 'info',
  failed: 'bad',
  running: 'info',
  done: 'good',
  undoing: 'info',
  undone: 'neutral',
}

/** At which step an import is. */
export const ImportState = ({ state }: { state: State }) => {
  const { t } = useTranslation('imports')
  return <Pill tone={tones[state]}>{t(`state.${state}`)}</Pill>
}
