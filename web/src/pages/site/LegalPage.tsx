import { useTranslation } from 'react-i18next'
import { dayText } from '../../i18n/dates/dates.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { pageSettings } from '../../i18n/page-settings.ts'
import { LegalBlock } from './LegalBlock.tsx'
import styles from './LegalPage.module.css'
import { type Block, conditionsOf, holding, type LegalPart, legalVersion, valuesOf } from './legal-text.ts'
import { SiteFoot } from './SiteFoot.tsx'
import { SiteHead } from './SiteHead.tsx'

export interface LegalWords {
  readonly title: string
  readonly version: string
  readonly contents: string
  readonly introduction: readonly Block[]
  readonly parts: readonly LegalPart[]
}

/** The text of the page in the language in use, filled with what this installation says of itself. */
export const useLegalWords = (group: 'privacyPolicy' | 'termsConditions'): LegalWords | null => {
  const { t, ready } = useTranslation(group)
  if (!ready) return null
  const values = valuesOf(pageSettings(), window.location.origin)
  return {
    title: t('title'),
    version: t('version', { day: dayText(legalVersion, currentLanguage()) }),
    contents: t('contents'),
    introduction: t('introduction', { returnObjects: true, ...values }) as unknown as Block[],
    parts: t('parts', { returnObjects: true, ...values }) as unknown as LegalPart[],
  }
}

const firstWordsOf = (block: Block): string | undefined => {
  if ('list' in block) return block.list[0]?.text
  if ('table' in block) return block.table.head[0]
  return block.text
}

/** A legal text to read and to print: contents first, then its numbered parts. */
export const LegalPage = ({ words }: { words: LegalWords | null }) => {
  if (!words) return null
  const conditions = conditionsOf(pageSettings())
  const blocks = (list: readonly Block[]) =>
    holding(list, conditions).map((block) => (
      <LegalBlock key={firstWordsOf(block)} block={block} conditions={conditions} />
    ))
  return (
    <>
      <SiteHead />
      <main className={styles.page}>
        <div className={styles.title}>
          <h1>{words.title}</h1>
          <p>{words.version}</p>
        </div>
        <nav className={styles.contents} aria-labelledby="contents">
          <h2 id="contents">{words.contents}</h2>
          <ol>
            {words.parts.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`}>{title}</a>
              </li>
            ))}
          </ol>
        </nav>
        <div className={styles.text}>
          {blocks(words.introduction)}
          {words.parts.map(({ id, title, blocks: content }, index) => (
            <section key={id} id={id} aria-labelledby={`${id}-title`}>
              <h2 id={`${id}-title`}>
                {index + 1}. {title}
              </h2>
              {blocks(content)}
            </section>
          ))}
        </div>
      </main>
      <SiteFoot />
    </>
  )
}
