import type { ImportBatch, ImportReading } from '@ulna/contract/imports/imports'
import {
  type ImportDelimiter,
  type ImportEncoding,
  importDelimiters,
  importEncodings,
} from '@ulna/contract/imports/imports.fields'
import { useTranslation } from 'react-i18next'
import { Card } from '../../ui/base/Card.tsx'
import { calloutClass } from '../../ui/base/callout.ts'
import { TextField } from '../../ui/base/TextField.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { SelectField } from '../../ui/fields/SelectField.tsx'
import styles from './Imports.module.css'
import { useChangeImport } from './imports.queries.ts'

const delimiterWords: Readonly<Record<ImportDelimiter, string>> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'bar',
}

/** Rows above the data in which the names of the columns may stand. */
const headerRows = Array.from({ length: 10 }, (_, index) => String(index + 1))

/** What the file is from: a name of its own, or one of several that are known, while nobody has said which. */
const Source = ({ batch: { id, source, sourceChoices } }: { batch: ImportBatch }) => {
  const { t } = useTranslation('imports')
  const change = useChangeImport(id)
  const rename = (typed: string): void => {
    if (typed.trim() !== '' && typed.trim() !== source) change.mutate({ source: typed.trim() })
  }
  if (sourceChoices.length > 0)
    return (
      <SelectField
        label={t('read.source')}
        value=""
        onChange={({ currentTarget }) => change.mutate({ source: currentTarget.value })}
        options={[
          { value: '', label: t('read.sourceChoice'), disabled: true },
          ...sourceChoices.map((value) => ({ value, label: value })),
        ]}
      />
    )
  return (
    <TextField
      key={source}
      label={t('read.source')}
      hint={t('read.sourceHint')}
      defaultValue={source}
      maxLength={100}
      onBlur={({ currentTarget }) => rename(currentTarget.value)}
    />
  )
}

const Preview = ({ columns, preview }: Pick<ImportBatch, 'columns' | 'preview'>) => {
  const { t } = useTranslation('imports')
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keys too
    <section className={styles.scroll} aria-label={t('read.preview')} tabIndex={0}>
      <DataTable>
        <thead>
          <tr>
            {columns.map(({ header }, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other name
              <th key={column} scope="col">
                {header || t('match.unnamed', { number: column + 1 })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {preview.slice(0, 5).map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows stay in their places
            <tr key={row}>
              {columns.map((_, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other name
                <td key={column}>{cells[column] ?? ''}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </DataTable>
    </section>
  )
}

/** How the file is read: what was found, to be changed where the rows below look wrong. */
export const ReadingCard = ({ batch }: { batch: ImportBatch }) => {
  const { t } = useTranslation(['imports', 'importErrors'])
  const { id, reading, sheets, sourceChoices } = batch
  const change = useChangeImport(id)
  const read = (part: Partial<ImportReading>): void => change.mutate({ reading: { ...reading, ...part } })
  return (
    <Card title={t('steps.read')}>
      <div className={styles.body} aria-busy={change.isPending}>
        <div className={calloutClass('warn', styles.status)} role="status">
          {sourceChoices.length > 0 && t('importErrors:import_source_unsaid')}
        </div>
        <div className={styles.fields}>
          <Source batch={batch} />
          {reading.sheet === null ? (
            <>
              <SelectField
                label={t('read.encoding')}
                value={reading.encoding ?? 'utf-8'}
                onChange={({ currentTarget }) => read({ encoding: currentTarget.value as ImportEncoding })}
                options={importEncodings.map((value) => ({ value, label: t(`encoding.${value}`) }))}
              />
              <SelectField
                label={t('read.delimiter')}
                value={reading.delimiter ?? ','}
                onChange={({ currentTarget }) => read({ delimiter: currentTarget.value as ImportDelimiter })}
                options={importDelimiters.map((value) => ({
                  value,
                  label: t(`delimiter.${delimiterWords[value]}`),
                }))}
              />
            </>
          ) : (
            <SelectField
              label={t('read.sheet')}
              value={String(reading.sheet)}
              onChange={({ currentTarget }) => read({ sheet: Number(currentTarget.value) })}
              options={sheets.map((label, index) => ({ value: String(index), label }))}
            />
          )}
          <SelectField
            label={t('read.headerRow')}
            value={String(reading.headerRow)}
            onChange={({ currentTarget }) => read({ headerRow: Number(currentTarget.value) })}
            options={headerRows.map((value) => ({ value, label: value }))}
          />
        </div>
        <Preview columns={batch.columns} preview={batch.preview} />
      </div>
    </Card>
  )
}
