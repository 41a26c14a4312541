/** A face whose mouth bends from a smile (0) to a frown (10). Drawn here; decoration only, the number says it. */
export const PainFace = ({ level }: { level: number }) => {
  const corner = 14.2 + 0.35 * level
  const bend = 21.2 - 0.9 * level
  const eyes = level >= 8 ? 'M9.3 10.6l1.4.8M16.7 10.6l-1.4.8' : 'M9.3 10.4v.8M16.7 10.4v.8'
  return (
    <svg
      viewBox="0 0 26 26"
      width={26}
      height={26}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.7}
      strokeLinecap="round"
      aria-hidden="true"
    >
      <circle cx={13} cy={13} r={10.5} />
      <path d={eyes} />
      <path d={`M8.6 ${corner.toFixed(1)}Q13 ${bend.toFixed(1)} 17.4 ${corner.toFixed(1)}`} />
    </svg>
  )
}
