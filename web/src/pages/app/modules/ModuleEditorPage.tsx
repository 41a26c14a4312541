import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { EditorAddress } from '../../../features/modules/editor/editor-address.ts'
import { ModuleEditor } from '../../../features/modules/editor/ModuleEditor.tsx'
import { LinkButton } from '../../../ui/base/LinkButton.tsx'
import { PageTitle } from '../../../ui/PageTitle.tsx'

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

/** `/app/modules/editor?module=…&form=…&field=…`: forms of the practice's own; without `module` a new one. */
export const ModuleEditorPage = () => {
  const { t } = useTranslation('moduleEditor')
  const navigate = useNavigate()
  const search: Record<string, unknown> = useSearch({ strict: false })
  const address: EditorAddress = {
    module: textOf(search.module),
    form: textOf(search.form),
    field: textOf(search.field),
  }
  const onAddress = (next: EditorAddress) =>
    void navigate({ to: '/app/modules/editor', search: { ...next }, replace: true, resetScroll: false })
  return (
    <>
      <PageTitle
        title={t(address.module === undefined ? 'title.new' : 'title.edit')}
        subtitle={t('title.lead')}
        actions={
          <LinkButton to="/app/modules" variant="default">
            {t('title.back')}
          </LinkButton>
        }
      />
      <ModuleEditor address={address} onAddress={onAddress} />
    </>
  )
}
