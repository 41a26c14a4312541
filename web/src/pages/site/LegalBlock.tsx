import { ConsentButton } from '../../features/consent/ConsentButton.tsx'
import { calloutClass } from '../../ui/base/callout.ts'
import styles from './LegalPage.module.css'
import {
  type Block,
  type Condition,
  holding,
  type ListBlock,
  type Paragraph,
  piecesOf,
  type TableBlock,
} from './legal-text.ts'

type Conditions = ReadonlySet<Condition>

const Sentence = ({ text }: { text: string }) =>
  piecesOf(text).map(({ text: piece, href }) =>
    href === null ? (
      piece
    ) : (
      <a key={piece} href={href}>
        {piece}
      </a>
    ),
  )

const ParagraphView = ({ paragraph }: { paragraph: Paragraph }) => (
  <>
    <p className={paragraph.kind === 'notice' ? calloutClass('warn', styles.notice) : undefined}>
      <Sentence text={paragraph.text} />
    </p>
    {paragraph.kind === 'consent' && (
      <div className={styles.consent}>
        <ConsentButton />
      </div>
    )}
  </>
)

const ListView = ({ block, conditions }: { block: ListBlock; conditions: Conditions }) => (
  <ul className={styles.list}>
    {holding(block.list, conditions).map(({ text }) => (
      <li key={text}>
        <Sentence text={text} />
      </li>
    ))}
  </ul>
)

const TableView = ({ block, conditions }: { block: TableBlock; conditions: Conditions }) => {
  const { head, rows } = block.table
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {head.map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {holding(rows, conditions).map(({ cells: [first, ...others] }) => (
          <tr key={first}>
            <th scope="row">{first}</th>
            {others.map((cell, index) => (
              <td key={cell} data-title={head[index + 1]}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** One paragraph, list or table of a legal text, as far as it holds for this installation. */
export const LegalBlock = ({ block, conditions }: { block: Block; conditions: Conditions }) => {
  if ('list' in block) return <ListView block={block} conditions={conditions} />
  if ('table' in block) return <TableView block={block} conditions={conditions} />
  return <ParagraphView paragraph={block} />
}
