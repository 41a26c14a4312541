import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../../../api/practice/use-permission.ts'
import { usePracticeSession } from '../../../api/session/session.ts'
import { LoadFailed } from '../../../blocks/notices/LoadFailed.tsx'
import { Card } from '../../../ui/base/Card.tsx'
import { ErrorBanner } from '../../../ui/ErrorBanner.tsx'
import { SkeletonRows } from '../../../ui/Skeletons.tsx'
import { modulesQuery } from '../modules.queries.ts'
import { EditorScreen } from './EditorScreen.tsx'
import type { EditorAddress } from './editor-address.ts'
import type { TakenIds } from './model/settled-ids.ts'
import { draftPlace } from './model/stored-draft.ts'
import { moduleDocumentQuery } from './module-documents.queries.ts'
import { DocumentPreview } from './preview/DocumentPreview.tsx'

export interface ModuleEditorProps {
  address: EditorAddress
  onAddress: (address: EditorAddress) => void
}

/** Ids of the other modules of the practice and of their forms. */
const useTakenIds = (own: string | undefined): TakenIds | undefined => {
  const { data } = useQuery(modulesQuery)
  return useMemo(() => {
    const others = data?.filter(({ id }) => id !== own)
    return (
      others && {
        modules: new Set(others.map(({ id }) => id)),
        classes: new Set(others.flatMap((one) => one.recordClasses.map(({ classId }) => classId))),
      }
    )
  }, [data, own])
}

/** The editor of a practice's own forms; who may not change them sees them, and why. */
export const ModuleEditor = ({ address, onAddress }: ModuleEditorProps) => {
  const { t } = useTranslation('moduleEditor')
  const { authPractice } = usePracticeSession()
  const { reason } = usePermission('manageModules')
  const id = address.module
  const stored = useQuery({ ...moduleDocumentQuery(id ?? ''), enabled: id !== undefined })
  const taken = useTakenIds(id)
  const place = useMemo(() => draftPlace(authPractice.id, id), [authPractice.id, id])
  const document = id === undefined ? undefined : stored.data
  const isThere = (id === undefined || document !== undefined) && taken !== undefined
  if (reason !== undefined)
    return (
      <>
        <ErrorBanner title={reason} />
        {document && <DocumentPreview document={document} />}
      </>
    )
  if (isThere)
    return (
      <EditorScreen
        key={id ?? 'new'}
        document={document}
        taken={taken}
        place={place}
        address={address}
        onAddress={onAddress}
      />
    )
  if (stored.error)
    return <LoadFailed error={stored.error} title={t('failed')} onRetry={() => void stored.refetch()} />
  return (
    <Card>
      <SkeletonRows rows={6} label={t('loading')} />
    </Card>
  )
}
