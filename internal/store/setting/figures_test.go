package setting_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/figure"
	"selfcare/internal/store/storetest"
)

var ctx = context.Background()

// The test fails for a setting without a name, a meaning, a group, or texts for its rules.
func TestFigures_EachSetting_HasTexts(t *testing.T) {
	_, s := storetest.Database(t)
	all, err := s.Settings.Figures(ctx)
	require.NoError(t, err)
	grouped := 0
	for _, g := range figure.Groups {
		require.True(t, texts.Has("setting.group."+g.Name), g.Name)
		grouped += len(g.Keys)
	}
	require.Len(t, all, grouped, "a group has a duplicate or unknown key")
	for _, f := range all {
		require.NotEmpty(t, figure.GroupOf(f.Key), f.Key)
		require.Contains(t, figure.Types, f.Type, f.Key)
		require.True(t, texts.Has("setting."+f.Key), f.Key)
		require.True(t, texts.Has("setting."+f.Key+".means"), f.Key)
		require.True(t, texts.Has("setting.expected."+string(f.Type)), f.Type)
		switch f.Type {
		case figure.WholeNumber, figure.Numbers, figure.Percentage:
			require.True(t, texts.Has("setting.unit."+figure.UnitOf(f.Key)), f.Key)
		default:
			require.Empty(t, figure.UnitOf(f.Key), f.Key)
		}
		for _, rule := range f.Rules {
			_, worded := f.Bound(texts.English, rule)
			require.True(t, worded, rule)
		}
		read, is := f.Type.Read(f.Type.Plain([]byte(f.Default)))
		require.True(t, is, f.Key)
		require.JSONEq(t, f.Default, string(read), f.Key)
	}
}
