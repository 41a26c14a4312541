import { createExternalStore, useExternalStore } from '../api/http/external-store.ts'

const key = 'ulna.sidebar'

const sidebar = createExternalStore(localStorage.getItem(key) !== 'closed')

export const useSidebarOpen = (): boolean => useExternalStore(sidebar)

/** Opens or closes the side bar and remembers it on this device. */
export const openSidebar = (isOpen: boolean): void => {
  localStorage.setItem(key, isOpen ? 'open' : 'closed')
  sidebar.set(isOpen)
}
