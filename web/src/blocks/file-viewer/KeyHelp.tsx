import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Hint } from '../../ui/base/Hint.tsx'
import styles from './KeyHelp.module.css'

export interface KeyHint {
  readonly keys: string
  readonly does: string
}

/** Which keys a viewer knows, for whoever asks. */
export const KeyHelp = ({ keys }: { keys: readonly KeyHint[] }) => {
  const { t } = useTranslation('files')
  const [isShown, setShown] = useState(false)
  const hints: readonly KeyHint[] = [
    { keys: '+ −', does: t('view.keys.zoom') },
    { keys: t('view.keys.arrows'), does: t('view.keys.move') },
    { keys: '0', does: t('view.keys.fit') },
    { keys: 'R', does: t('view.keys.turn') },
    ...keys,
    { keys: t('view.keys.pages'), does: t('view.keys.files') },
  ]
  return (
    <>
      <Button variant="subtle" px={12} aria-expanded={isShown} onClick={() => setShown(!isShown)}>
        {t('view.help')}
      </Button>
      {isShown && (
        <div className={styles.help}>
          <dl className={styles.list}>
            {hints.map((hint) => (
              <div key={hint.keys}>
                <dt>
                  <kbd>{hint.keys}</kbd>
                </dt>
                <dd>{hint.does}</dd>
              </div>
            ))}
          </dl>
          <Hint className={styles.note}>{t('view.untouched')}</Hint>
        </div>
      )}
    </>
  )
}
