import { queryOptions, useQuery } from '@tanstack/react-query'
import type { PatientRow } from '@ulna/contract/patients/patients'
import { refreshToken, tokens } from '../../api/session/client.ts'
import { Avatar, type AvatarProps, colorOf, initialsOfPerson } from '../../ui/shell/Avatar.tsx'
import { useBlobUrl } from '../../ui/use-blob-url.ts'

const request = (url: string) =>
  fetch(url, { credentials: 'include', headers: { authorization: `Bearer ${tokens.current()}` } })

const readImage = async (url: string): Promise<Blob | null> => {
  const answer = await request(url)
  if (answer.ok) return answer.blob()
  if (answer.status !== 401) return null
  await refreshToken()
  const second = await request(url)
  return second.ok ? second.blob() : null
}

/** Pictures need the token, so an `<img src>` cannot load them. The address changes with the picture. */
const imageQuery = (url: string | undefined) =>
  queryOptions({
    queryKey: ['profile-image', url],
    enabled: url !== undefined,
    queryFn: () => (url === undefined ? null : readImage(url)),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    meta: { showsOwnErrors: true },
  })

export interface ProfileImageProps {
  patient: Pick<PatientRow, 'id' | 'firstName' | 'lastName' | 'profileImgData'>
  size: NonNullable<AvatarProps['size']>
}

/** A patient's picture, or the initials of first name and first surname. Decoration: the name stands beside it. */
export const ProfileImage = ({ patient, size }: ProfileImageProps) => {
  const { data } = useQuery(imageQuery(patient.profileImgData?.thumbUrl))
  return (
    <Avatar
      name={`${patient.firstName} ${patient.lastName}`}
      initials={initialsOfPerson(patient)}
      color={colorOf(patient.id)}
      size={size}
      src={useBlobUrl(data)}
    />
  )
}
