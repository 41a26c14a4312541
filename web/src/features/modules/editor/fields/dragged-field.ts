/** What is carried with the pointer within the page; buttons do the same. */
export const draggedField = 'application/x-ulna-field'
