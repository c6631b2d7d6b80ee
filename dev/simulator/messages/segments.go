package messages

import (
	"strings"
	"unicode/utf16"
)

// Characters of the default alphabet of SMS, and those that take two places there (3GPP TS 23.038, 6.2.1).
const (
	oneSeptet  = "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà"
	twoSeptets = "\f^{}\\[~]|€"
)

// SegmentsIn returns how many SMS a text takes: one for 160 characters of the default alphabet or 70 of any other, and above that one for
// each 153 or 67 (3GPP TS 23.040, 9.2.3.24.1).
func SegmentsIn(text string) int {
	places := 0
	for _, sign := range text {
		switch {
		case strings.ContainsRune(oneSeptet, sign):
			places++
		case strings.ContainsRune(twoSeptets, sign):
			places += 2
		default:
			return segmentsOf(len(utf16.Encode([]rune(text))), 70, 67)
		}
	}
	return segmentsOf(places, 160, 153)
}

func segmentsOf(places, single, part int) int {
	if places <= single {
		return 1
	}
	return (places + part - 1) / part
}
