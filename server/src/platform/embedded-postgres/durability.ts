interface SettingRow {
  readonly name: string
  readonly setting: string
}

interface SettingsReader {
  query(text: string): Promise<{ rows: SettingRow[] }>
}

/**
 * Settings under which an acknowledged save could be lost in a power cut, as `fsync = off`; empty when all is well.
 * Every value of synchronous_commit but `off` waits for the local disk. Source: promises.md A3.
 */
export const findUnsafeSettings = async (reader: SettingsReader): Promise<string[]> => {
  const { rows } = await reader.query(
    "select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit') order by name",
  )
  return rows.filter((row) => row.setting === 'off').map((row) => `${row.name} = ${row.setting}`)
}
