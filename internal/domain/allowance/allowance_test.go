package allowance_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/dev/testkit/allowances"
	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/allowance"
)

func TestFamily_SharedBuckets_AreOneFamily(t *testing.T) {
	require.Equal(t, []allowance.Type{allowance.Data, allowance.SocialMedia, allowance.WiFi}, allowance.Members(allowance.Family(allowance.SocialMedia)))
	require.Equal(t, []allowance.Type{allowance.Messages}, allowance.Members(allowance.Family(allowance.Messages)))
	require.Empty(t, allowance.Members(allowance.Family("multi_sim")), "nothing is used of it")
}

func TestNews_EachLevel_IsToldOnce(t *testing.T) {
	now := allowances.Day(5)
	in := func(used, total int64, told allowance.Level) allowance.Bucket {
		b := allowances.Bucket("b", allowance.Data, 0, 30)
		b.Used, b.Total, b.Told = used, &total, told
		return b
	}
	tests := map[string]struct {
		bucket allowance.Bucket
		level  allowance.Level
		news   bool
	}{
		"a moment before 80 %":       {in(79, 100, 0), allowance.Plenty, false},
		"80 %":                       {in(80, 100, 0), allowance.Low, true},
		"80 %, told before":          {in(95, 100, allowance.Low), allowance.Low, false},
		"used up, 80 % told before":  {in(100, 100, allowance.Low), allowance.UsedUp, true},
		"both at once":               {in(100, 100, 0), allowance.UsedUp, true},
		"used up, told before":       {in(100, 100, allowance.UsedUp), allowance.UsedUp, false},
		"below 80 % again":           {in(10, 100, allowance.Low), allowance.Plenty, false},
		"less than 80 % of a few":    {in(5, 7, 0), allowance.Plenty, false},
		"the first above it":         {in(6, 7, 0), allowance.Low, true},
		"nothing in it":              {in(0, 0, 0), allowance.Plenty, false},
		"more than any figure holds": {in(math.MaxInt64-1, math.MaxInt64, 0), allowance.Low, true},
		"unlimited":                  {allowances.Unlimited(in(math.MaxInt64, 1, 0)), allowance.Plenty, false},
		"over":                       {allowances.Used(90, allowances.Bucket("b", allowance.Data, 0, 5)), allowance.Low, false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, tt.level, tt.bucket.Level())
			require.Equal(t, tt.news, tt.bucket.News(now))
		})
	}
}

func TestTold_EachLevelAndType_HasText(t *testing.T) {
	low := allowance.LevelNotice("line", "0570000001", allowances.Used(80, allowances.Bucket("b", allowance.RoamingData, 0, 30)))
	require.Equal(t, "allowance:b:80", low.Key)
	require.Equal(t, "line", low.OrderID)
	over := allowance.LevelNotice("line", "0570000001", allowances.Used(100, allowances.Bucket("b", allowance.Data, 0, 30)))
	require.Equal(t, "allowance:b:100", over.Key)
	for _, template := range []string{allowance.MessageLow, allowance.MessageUsedUp} {
		require.True(t, texts.Has("message."+template))
	}
	for _, kind := range []allowance.Type{
		allowance.LocalMinutes, allowance.Data, allowance.SocialMedia, allowance.Messages, allowance.WiFi,
		allowance.RoamingData, allowance.AbroadMinutes, allowance.RoamingMinutes,
	} {
		require.True(t, texts.Has("allowance."+string(kind)))
		_, known := allowance.UnitOf(kind)
		require.True(t, known)
	}
}
