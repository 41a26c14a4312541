/** Whether what is dragged over the page, or dropped on it, is files and not text of a page. */
export const carriesFiles = (transfer: DataTransfer | null): boolean =>
  transfer?.types.includes('Files') ?? false
