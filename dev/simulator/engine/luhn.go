package engine

// LuhnValid checks the last digit of a card or SIM number.
func LuhnValid(number string) bool {
	sum := 0
	for i := range len(number) {
		d := int(number[len(number)-1-i] - '0')
		if d < 0 || d > 9 {
			return false
		}
		if i%2 == 1 {
			d = d*2%10 + d*2/10
		}
		sum += d
	}
	return number != "" && sum%10 == 0
}

// LuhnAppend adds the check digit.
func LuhnAppend(number string) string {
	for digit := '0'; digit <= '9'; digit++ {
		if whole := number + string(digit); LuhnValid(whole) {
			return whole
		}
	}
	return "" // not digits
}
