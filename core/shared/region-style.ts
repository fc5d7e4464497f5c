/** Style of dates and hours in the reader's region, with English words, and whether it has miles. */
export interface RegionStyle {
  /** '21 November' and not 'November 21' */
  isDayFirst: boolean;
  /** '18:04' and not '6:04 pm'; a message's time is 12-hour in every region (docs/rules.md#screens). */
  is24Hour: boolean;
  /** Miles beside kilometres. */
  hasMiles: boolean;
}

export const DEFAULT_REGION_STYLE: RegionStyle = {
  isDayFirst: false,
  is24Hour: false,
  hasMiles: false,
};
