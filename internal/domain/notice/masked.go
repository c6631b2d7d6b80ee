package notice

import "strings"

// Masked hides most of an address, so that only its owner recognises it: 055•••4567, n•••@example.com.
func Masked(address string) string {
	const hidden = "•••"
	name, host, isEmail := strings.Cut(address, "@")
	switch {
	case isEmail && name != "":
		return name[:1] + hidden + "@" + host
	case isEmail || len(address) < 10:
		return hidden
	default:
		return address[:3] + hidden + address[len(address)-4:]
	}
}
