import { foldText } from '@ulna/contract/fold-text'
import {
  type BodyPlace,
  bodyViews,
  placeKey,
  placesOfView,
} from '@ulna/contract/record-class/body-chart/record-class.body-chart'
import { placeText } from '@ulna/contract/record-class/body-chart/record-class.body-chart.rules'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SearchBox } from '../../../ui/fields/SearchBox.tsx'

/** More than fit below the field only hide what is sought. */
const mostOptions = 30

/** Names every region: the drawing without the drawing. */
export const RegionSearch = ({ onPick }: { onPick: (place: BodyPlace) => void }) => {
  const { t } = useTranslation('bodyChart')
  const [text, setText] = useState('')
  const places = useMemo(
    () =>
      bodyViews.flatMap(placesOfView).map((place) => {
        const label = placeText(place, (key) => t(key))
        const view = t(`view.${place.view}`)
        return { place, label, view, folded: foldText(`${label} ${view}`) }
      }),
    [t],
  )
  const sought = foldText(text).split(/\s+/).filter(Boolean)
  const found = places.filter(({ folded }) => sought.every((word) => folded.includes(word)))
  return (
    <SearchBox
      label={t('search.label')}
      hint={t('search.hint')}
      text={text}
      onText={setText}
      status={found.length === 0 ? t('search.none') : undefined}
      options={found.slice(0, mostOptions).map(({ place, label, view }) => ({
        value: placeKey(place),
        label,
        detail: view,
      }))}
      onPick={(key) => {
        const picked = found.find(({ place }) => placeKey(place) === key)
        setText('')
        if (picked) onPick(picked.place)
      }}
    />
  )
}
