// Room in a long table for the rows that are not in the page: before those that are, between them, or behind them.

export const Gap = ({ height = 0 }: { readonly height?: number | undefined }) =>
  height > 0 && (
    <tbody aria-hidden="true">
      <tr>
        {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- nothing is there, and nobody is told of it */}
        <td style={{ blockSize: height, padding: 0, border: 0 }} />
      </tr>
    </tbody>
  )
