package webapp

import (
	"fmt"
	"strconv"
)

const halalasInRiyal = 100

// riyals writes an amount as the web app does: thousands with commas, halves only where there are any.
func riyals(halalas int64) string {
	whole, half := halalas/halalasInRiyal, halalas%halalasInRiyal
	digits := strconv.FormatInt(whole, 10)
	for at := len(digits) - 3; at > 0; at -= 3 {
		digits = digits[:at] + "," + digits[at:]
	}
	if half == 0 {
		return digits
	}
	return fmt.Sprintf("%s.%02d", digits, half)
}
