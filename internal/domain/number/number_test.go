package number_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"selfcare/internal/domain/number"
)

func TestParse_UsualSpellings_Accepted(t *testing.T) {
	for _, text := range []string{
		"571234567", "0571234567", "966571234567", "00966571234567", "+966571234567",
		" 057 123 4567 ", "057-123-4567", "٠٥٧١٢٣٤٥٦٧", "۰۵۷۱۲۳۴۵۶۷", "+٩٦٦ ٥٧ ١٢٣ ٤٥٦٧",
	} {
		got, err := number.Parse(text)
		require.NoError(t, err, text)
		require.Equal(t, "0571234567", got, text)
	}
}

func TestParse_OtherText_IsRefused(t *testing.T) {
	for _, text := range []string{
		"", "0", "05", "057123456", "05712345678", "0471234567", "96657123456", "96600571234567", "00966", "+0571234567x",
		"057123456a", "++966571234567", "057\x001234567", "830000000001",
	} {
		_, err := number.Parse(text)
		require.ErrorIs(t, err, number.ErrFormat, text)
	}
}

func TestParse_Result_ParsesToItself(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.String(), rapid.StringMatching(`(\+|00)?(966)?0?[0-9٠-٩ -]{7,12}`)).Draw(t, "text")
		msisdn, err := number.Parse(text)
		if err != nil {
			return
		}
		require.Regexp(t, `^05[0-9]{8}$`, msisdn)
		again, err := number.Parse("+966" + strings.TrimPrefix(msisdn, "0"))
		require.NoError(t, err)
		require.Equal(t, msisdn, again)
	})
}

func TestIsOurs_OtherRange_IsFalse(t *testing.T) {
	require.True(t, number.IsOurs("0570000000"))
	for _, msisdn := range []string{"0500000000", "057000000", "05700000000", "057000000a", "", "+966570000000"} {
		require.False(t, number.IsOurs(msisdn), msisdn)
	}
}

func TestClassify_Examples_FollowRule(t *testing.T) {
	tests := map[number.Category][]string{
		number.Platinum: {"0000000", "1111112", "2111111", "1234569", "9876543", "1221221", "5055505", "0543210"},
		number.Gold:     {"2111119", "9123450", "1121222", "1238888"},
		number.Silver:   {"1111234", "1234905", "1234321", "9123123", "1392525", "1392255", "1392552", "1370999"},
		number.Bronze:   {"1392845", "8901357", "2468013", "1112390", "9018273"},
	}
	for want, endings := range tests {
		for _, digits := range endings {
			require.Equal(t, want, number.Classify(number.Prefix+digits), digits)
		}
	}
	require.Empty(t, number.Classify("0501111111"))
}

func TestPatternOf_Examples_FollowRule(t *testing.T) {
	for want, all := range map[number.Pattern][]string{
		number.Repeated: {"1111111", "1113333", "2111119", "1238888", "5234999", "7111823"},
		number.Ladder:   {"1234569", "9123450", "9876120", "1114567", "1234999"},
		number.Mirror:   {"1221221", "1234321", "1233321"},
		number.Pairs:    {"9123123", "9132525", "9132255", "9132552", "1212112"},
		number.Plain:    {"9182736", "1235790"},
	} {
		for _, digits := range all {
			require.Equal(t, want, number.PatternOf(number.Prefix+digits), digits)
		}
	}
	require.Equal(t, number.Plain, number.PatternOf("0501111111"), "not of our range")
}

func TestPatternOf_AboveBronze_IsNeverPlain(t *testing.T) {
	for n := 0; n < 10_000_000; n += 7 {
		msisdn := fmt.Sprintf("057%07d", n)
		if number.PatternOf(msisdn) == number.Plain {
			require.Equal(t, number.Bronze, number.Classify(msisdn), msisdn)
		}
	}
}

func TestClassify_OtherDigits_SameClass(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		digits := rapid.StringMatching(`[0-9]{7}`).Draw(t, "digits")
		class := number.Classify(number.Prefix + digits)
		require.Contains(t, number.Categories, class)
		flipped := strings.Map(func(r rune) rune { return '9' - r + '0' }, digits)
		require.Equal(t, class, number.Classify(number.Prefix+flipped), "counting up becomes counting down, equal stays equal")
	})
}

func TestClassify_LongRun_IsPlatinum(t *testing.T) {
	least := map[int][]number.Category{4: {number.Silver, number.Gold, number.Platinum}, 5: {number.Gold, number.Platinum}, 6: {number.Platinum}}
	rapid.Check(t, func(t *rapid.T) {
		length := rapid.IntRange(4, 6).Draw(t, "length")
		start := rapid.IntRange(0, 7-length).Draw(t, "start")
		digits := []byte(rapid.StringMatching(`[0-9]{7}`).Draw(t, "digits"))
		first := rapid.IntRange(0, 9).Draw(t, "first")
		step := rapid.SampledFrom([]int{-1, 0, 1}).Draw(t, "step")
		if end := first + step*(length-1); end < 0 || end > 9 {
			step = 0
		}
		for i := range length {
			digits[start+i] = byte('0' + first + step*i)
		}
		require.Contains(t, least[length], number.Classify(number.Prefix+string(digits)), string(digits))
	})
}

func TestClassify_WholeRange_HasShares(t *testing.T) {
	counts := map[number.Category]int{}
	const step = 7 // every seventh number of ten million; 7 and 10 have no common factor
	for n := 0; n < 10_000_000; n += step {
		counts[number.Classify(fmt.Sprintf("057%07d", n))]++
	}
	share := func(c number.Category) float64 { return 100 * float64(counts[c]*step) / 10_000_000 }
	require.InDelta(t, 0.01, share(number.Platinum), 0.01)
	require.InDelta(t, 0.3, share(number.Gold), 0.2)
	require.InDelta(t, 4.5, share(number.Silver), 1)
	require.Greater(t, share(number.Bronze), 94.0)
}
