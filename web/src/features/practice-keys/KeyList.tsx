import { Button } from '@mantine/core'
import type { KeyState, PracticeKey } from '@ulna/contract/practice-keys/practice-keys'
import { useTranslation } from 'react-i18next'
import { useDates } from '../../i18n/dates/use-dates.ts'
import { CardList } from '../../ui/base/Card.tsx'
import { Hint } from '../../ui/base/Hint.tsx'
import { ListRow } from '../../ui/base/ListRow.tsx'
import { Pill, type PillTone } from '../../ui/pills/Pill.tsx'

const tones: Readonly<Record<KeyState, PillTone>> = { active: 'good', expired: 'neutral', revoked: 'bad' }

/** When a key was made and used, and when it ends or how it ended. */
const useKeyFacts = () => {
  const { t } = useTranslation('practiceKeys')
  const dates = useDates()
  const moment = (at: string): string => `${dates.instantDay(at)}, ${dates.time(at)}`
  return ({ createdAt, createdBy, lastUsedAt, expiresAt, revokedAt, revokedBy }: PracticeKey): string => {
    const day = dates.instantDay(createdAt)
    const facts = [
      createdBy ? t('createdBy', { day, name: createdBy }) : t('created', { day }),
      lastUsedAt ? t('used', { at: moment(lastUsedAt) }) : t('neverUsed'),
      revokedAt === null && t('expires', { day: dates.instantDay(expiresAt) }),
      revokedAt !== null && revokedBy !== null && t('revokedBy', { at: moment(revokedAt), name: revokedBy }),
      revokedAt !== null && revokedBy === null && t('revokedWithMember', { at: moment(revokedAt) }),
    ]
    return facts.filter(Boolean).join(' · ')
  }
}

export interface KeyListProps {
  keys: readonly PracticeKey[]
  onRevoke: (key: PracticeKey) => void
}

/** Every key with what it reads, by what it is recognised, and until when; those that ended say so. */
export const KeyList = ({ keys, onRevoke }: KeyListProps) => {
  const { t } = useTranslation('practiceKeys')
  const factsOf = useKeyFacts()
  return (
    <CardList>
      {keys.map((key) => (
        <ListRow
          key={key.id}
          head={
            <>
              <b>{key.name}</b>
              <Pill tone={tones[key.state]}>{t(`state.${key.state}`)}</Pill>
            </>
          }
          actions={
            key.state === 'active' && (
              <Button
                variant="default"
                aria-label={t('revokeNamed', { name: key.name })}
                onClick={() => onRevoke(key)}
              >
                {t('revoke')}
              </Button>
            )
          }
        >
          <p>{t('reads', { scopes: key.scopes.map((scope) => t(`scope.${scope}`)).join(', ') })}</p>
          <Hint>
            <code>{key.beginning}…</code> · {factsOf(key)}
          </Hint>
        </ListRow>
      ))}
    </CardList>
  )
}
