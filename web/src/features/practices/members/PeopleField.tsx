import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../../api/session/use-error-text.ts'
import { rowClass } from '../../../ui/base/Row.tsx'
import { stackClass } from '../../../ui/base/stack.ts'
import { SearchBox, type SearchOption } from '../../../ui/fields/SearchBox.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { CloseIcon } from '../../../ui/icons/base-icons.tsx'
import styles from './InviteDialog.module.css'
import { addressesIn, isColleague, keyOf, nameOf, type Person, peopleIn, withPeople } from './invitees.ts'
import { leastSought, userSearchQuery } from './members.queries.ts'

/** Milliseconds without a key before the server is asked. */
const pause = 300

const addressOption = 'address'

export interface PeopleFieldProps {
  people: readonly Person[]
  /** What stands in the field and is nobody yet. */
  text: string
  onText: (text: string) => void
  problemOf: (index: number) => string | undefined
  error: string | undefined
  onChange: (people: readonly Person[]) => void
}

/** Who is invited: users that are found by their user name, and addresses. Several at once may be pasted. */
export const PeopleField = ({ people, text, onText, problemOf, error, onChange }: PeopleFieldProps) => {
  const { t } = useTranslation(['settings', 'practice'])
  const { textOf } = useErrorText()
  const [sought] = useDebouncedValue(text.trim(), pause)
  const { data: found = [], isFetching, error: refused } = useQuery(userSearchQuery(sought))
  const addresses = addressesIn(text)

  const add = (more: readonly Person[]): void => {
    onChange(withPeople(people, more))
    onText('')
  }
  const addAddresses = (): void => {
    if (addresses) add(peopleIn(text))
  }
  const isSearching = text.trim().length >= leastSought
  const users = isSearching ? found.filter(isColleague) : []
  const options: SearchOption[] = [
    ...users.map((user) => ({
      value: String(user.id),
      label: user.fullName || user.username,
      detail:
        user.role === null
          ? user.username
          : t('members.invite.isMember', { username: user.username, role: t(`practice:roles.${user.role}`) }),
    })),
    ...(addresses
      ? [
          {
            value: addressOption,
            label: t('members.invite.address', { count: addresses.length, email: addresses[0] ?? '' }),
          },
        ]
      : []),
  ]
  const pick = (value: string) => {
    if (value === addressOption) return addAddresses()
    const user = users.find(({ id }) => String(id) === value)
    if (user) add([{ kind: 'user', user }])
  }
  const statusOf = (): string | undefined => {
    if (!isSearching)
      return text.trim() === '' ? undefined : t('members.invite.typeMore', { count: leastSought })
    if (refused) return textOf(refused)
    return t(isFetching || sought !== text.trim() ? 'members.invite.searching' : 'members.invite.nothing')
  }
  return (
    <div className={stackClass(8)}>
      <SearchBox
        isFirst
        label={t('members.invite.people')}
        hint={t('members.invite.peopleHint')}
        error={error}
        text={text}
        onText={onText}
        options={options}
        onPick={pick}
        onEnter={addAddresses}
        // An address that is complete when the field is left was meant.
        onBlur={addAddresses}
        status={statusOf()}
        maxLength={5000}
      />
      {people.length > 0 && (
        <ul className={rowClass} aria-label={t('members.invite.chosen')}>
          {people.map((person, index) => {
            const problem = problemOf(index)
            const name = nameOf(person)
            return (
              <li key={keyOf(person)} className={styles.chip} data-wrong={problem ? true : undefined}>
                <span className={styles.chipWords}>
                  {name}
                  {person.kind === 'user' && person.user.role !== null && (
                    <span className={styles.note}>
                      {t('members.invite.roleWillChange', {
                        role: t(`practice:roles.${person.user.role}`),
                      })}
                    </span>
                  )}
                  {problem !== undefined && (
                    <span className={styles.note} role="alert">
                      {problem}
                    </span>
                  )}
                </span>
                <IconButton
                  label={t('members.invite.removePerson', { name })}
                  onClick={() => onChange(people.filter((one) => one !== person))}
                >
                  <CloseIcon size={16} />
                </IconButton>
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}
