import type { Invitation, Member } from '@ulna/contract/practices/practices.members'
import { useTranslation } from 'react-i18next'
import { useDates } from '../../../i18n/dates/use-dates.ts'

const msOfDay = 86_400_000

/** When people were here and how invitations stand, in words. */
export const useMemberWords = () => {
  const { t } = useTranslation('settings')
  const dates = useDates()
  const moment = (instant: string): string =>
    dates.localDay(instant) === dates.today()
      ? t('members.today', { time: dates.time(instant) })
      : dates.instantDay(instant)
  return {
    moment,
    lastSeen: ({ self, lastSeenAt }: Member): string => {
      if (self) return t('members.now')
      return lastSeenAt === null ? t('members.never') : moment(lastSeenAt)
    },
    invitation: ({ sentAt, expired, expiresAt, invitedBy }: Invitation): string => {
      if (expired) return t('members.invitation.expired', { moment: moment(expiresAt) })
      if (sentAt === null) return t('members.invitation.waiting', { by: invitedBy })
      const count = Math.max(0, Math.ceil((Date.parse(expiresAt) - Date.now()) / msOfDay))
      const sent = t('members.invitation.sent', { moment: moment(sentAt), by: invitedBy })
      return `${sent}, ${t('members.invitation.ends', { count })}`
    },
  }
}
