import { Button } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { classNames } from '../../ui/base/class-names.ts'
import { FormActions } from '../../ui/base/FormActions.tsx'
import { Hint, hintClass } from '../../ui/base/Hint.tsx'
import { stackClass } from '../../ui/base/stack.ts'
import styles from './SignaturePad.module.css'
import { useSignaturePad } from './use-signature-pad.ts'

export interface SignaturePadProps {
  /** Who signs, below the line. */
  name: string
  /** The strokes as PNG data URL; null while there is no signature. */
  onChange: (picture: string | null) => void
}

/** Paper to sign on. Whoever cannot draw types the name instead: a choice beside it. */
export const SignaturePad = ({ name, onChange }: SignaturePadProps) => {
  const { t } = useTranslation('signatures')
  const hint = useId()
  const pad = useSignaturePad(onChange)
  return (
    <div className={stackClass(8)}>
      <FormActions>
        <Button variant="subtle" color="gray" px={12} disabled={pad.strokes === 0} onClick={pad.undo}>
          {t('pad.undo')}
        </Button>
        <Button variant="subtle" color="gray" px={12} disabled={pad.strokes === 0} onClick={pad.clear}>
          {t('pad.clear')}
        </Button>
      </FormActions>
      <div className={styles.paper}>
        <canvas
          ref={pad.canvas}
          className={styles.canvas}
          role="img"
          aria-label={t(pad.strokes === 0 ? 'pad.empty' : 'pad.written', { name })}
          aria-describedby={hint}
        />
        <span className={styles.line} aria-hidden="true" />
        <span className={classNames(hintClass, styles.name)}>{name}</span>
      </div>
      <Hint id={hint}>{t('pad.hint')}</Hint>
    </div>
  )
}
