/** The machine-readable line of promises.md's reporting rule. */
export const reportFigures = (id: string, figures: Readonly<Record<string, unknown>>): void => {
  console.log(JSON.stringify({ id, ...figures }))
}
