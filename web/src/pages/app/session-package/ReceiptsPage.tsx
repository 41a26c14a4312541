import { ReceiptBrowser } from '../../../features/receipts/ReceiptBrowser.tsx'

/** `/app/session-package/receipts`. */
export const ReceiptsPage = () => <ReceiptBrowser />
