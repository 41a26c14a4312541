import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, hasKey, isTemporary } from '../../api/http/api-error.ts'
import { useErrorText } from '../../api/session/use-error-text.ts'

/** Why something was not saved: a colleague's version to choose from, or a sentence. Nothing that was typed is lost by it. */
export const useRefusal = <Stored>() => {
  const { t } = useTranslation('schedules')
  const { textOf, fieldTextsOf } = useErrorText()
  const [theirs, setTheirs] = useState<Stored>()
  const [problem, setProblem] = useState<string>()
  const forget = () => {
    setTheirs(undefined)
    setProblem(undefined)
  }
  const take = (error: unknown) => {
    forget()
    if (hasKey(error, 'version_conflict')) return setTheirs(error.metadata.current as Stored | undefined)
    if (isTemporary(error)) return setProblem(t('failed.text'))
    // A lost session is asked for again elsewhere.
    if (error instanceof ApiError && error.status === 401) return
    const fields = Object.values(fieldTextsOf(error))
    setProblem(fields.length > 0 ? fields.join(' ') : textOf(error))
  }
  return { theirs, problem, take, forget }
}
