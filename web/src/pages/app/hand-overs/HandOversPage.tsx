import { useTranslation } from 'react-i18next'
import { KeyCard } from '../../../features/hand-overs/KeyCard.tsx'
import { ReceivedFiles } from '../../../features/hand-overs/ReceivedFiles.tsx'
import { stackClass } from '../../../ui/base/stack.ts'
import { PageTitle } from '../../../ui/PageTitle.tsx'
import { PermittedSection } from '../settings/PermittedSection.tsx'

/** Files from other practices: the key they are sent with, taking one in, and what became of those that came. */
export const HandOversPage = () => {
  const { t } = useTranslation('handOvers')
  return (
    <>
      <PageTitle title={t('page')} subtitle={t('pageLead')} />
      <PermittedSection permission="receiveFiles">
        <div className={stackClass(20)}>
          <ReceivedFiles />
          <KeyCard />
        </div>
      </PermittedSection>
    </>
  )
}
